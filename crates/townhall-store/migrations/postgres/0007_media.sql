-- The same as migration 13 of the file.
ALTER TABLE channels ADD COLUMN medium text NOT NULL DEFAULT 'push';
ALTER TABLE channels ALTER COLUMN medium DROP DEFAULT;
ALTER TABLE channels ALTER COLUMN device_id DROP NOT NULL;
ALTER TABLE channels ADD CHECK ((medium = 'push') = (device_id IS NOT NULL));
ALTER TABLE channels DROP CONSTRAINT channels_address_key;
CREATE UNIQUE INDEX channels_of_browser ON channels (address) WHERE device_id IS NOT NULL;
CREATE UNIQUE INDEX channels_of_address ON channels (player_id, address) WHERE device_id IS NULL;

CREATE TABLE email_codes (
    player_id  bigint PRIMARY KEY REFERENCES players ON DELETE CASCADE,
    address    text NOT NULL,
    code       text NOT NULL,
    until      bigint NOT NULL,
    attempts   bigint NOT NULL
);
