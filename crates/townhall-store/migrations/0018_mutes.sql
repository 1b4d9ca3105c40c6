-- The people whom a guest has muted: neither of the two can invite the other.
CREATE TABLE mutes (
    player_id  bigint NOT NULL REFERENCES players ON DELETE CASCADE,
    muted_id   bigint NOT NULL REFERENCES players ON DELETE CASCADE,
    PRIMARY KEY (player_id, muted_id)
);

CREATE INDEX mutes_of_muted ON mutes (muted_id);
