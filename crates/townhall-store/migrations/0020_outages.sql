-- The periods in which no server was there. The row without an end has the time at which a server was last there.
CREATE TABLE outages (
    id     {id},
    began  bigint NOT NULL,
    ended  bigint
);
