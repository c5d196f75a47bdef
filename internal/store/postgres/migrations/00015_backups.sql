-- +goose Up
-- +goose StatementBegin
-- Copies that were begun, by whoever takes them: a row without an end is a claim.
CREATE TABLE _quartet_backups (
    id       text COLLATE "C" PRIMARY KEY, -- rises with time
    began_at bigint NOT NULL,
    ended_at bigint,                       -- null while it is taken
    held     bigint,                       -- until when its process is taken for alive; null when it ended
    cause    text COLLATE "C" NOT NULL,    -- '' for the schedule, command, or the id of who asked
    place    text COLLATE "C" NOT NULL,
    name     text COLLATE "C" NOT NULL,    -- '' while it is taken, and where it failed
    media    bigint NOT NULL,              -- whether it holds those, 0 or 1
    size     bigint NOT NULL,              -- bytes
    entries  bigint NOT NULL,              -- rows of all tables
    objects  bigint NOT NULL,              -- of the media library
    digest   text COLLATE "C" NOT NULL,    -- that it ends in
    problem  text COLLATE "C" NOT NULL     -- why it failed, '' where it did not
);
-- +goose StatementEnd
