-- +goose Up
-- +goose StatementBegin
-- Copies that were begun, by whoever takes them: a row without an end is a claim.
CREATE TABLE _quartet_backups (
    id       TEXT PRIMARY KEY,   -- rises with time
    began_at INTEGER NOT NULL,
    ended_at INTEGER,            -- null while it is taken
    held     INTEGER,            -- until when its process is taken for alive; null when it ended
    cause    TEXT NOT NULL,      -- '' for the schedule, command, or the id of who asked
    place    TEXT NOT NULL,
    name     TEXT NOT NULL,      -- '' while it is taken, and where it failed
    media    INTEGER NOT NULL,   -- whether it holds those, 0 or 1
    size     INTEGER NOT NULL,   -- bytes
    entries  INTEGER NOT NULL,   -- rows of all tables
    objects  INTEGER NOT NULL,   -- of the media library
    digest   TEXT NOT NULL,      -- that it ends in
    problem  TEXT NOT NULL       -- why it failed, '' where it did not
) WITHOUT ROWID;
-- +goose StatementEnd
