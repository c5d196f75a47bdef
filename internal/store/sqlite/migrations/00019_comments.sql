-- +goose Up
-- +goose StatementBegin
-- What staff say to each other about entries. The first of a thread has its own id as thread.
CREATE TABLE _quartet_comments (
    id            TEXT PRIMARY KEY,   -- rises with time
    collection    TEXT NOT NULL,
    entry         TEXT NOT NULL,
    thread        TEXT NOT NULL,
    pointer       TEXT NOT NULL,      -- of the field; '' for the whole entry
    author        TEXT NOT NULL,
    author_name   TEXT NOT NULL,      -- as it was then
    text          TEXT NOT NULL,      -- '' where it was removed
    mentions      TEXT NOT NULL,      -- JSON: id and name of everybody who was ever mentioned
    created_at    INTEGER NOT NULL,
    edited_at     INTEGER,
    removed_at    INTEGER,
    resolved_at   INTEGER,            -- of the first of a thread
    resolved_by   TEXT NOT NULL,      -- '' while it is open
    resolved_name TEXT NOT NULL,
    gone_at       INTEGER             -- since when the entry is known to be gone
) WITHOUT ROWID;
CREATE INDEX _quartet_comments_entry ON _quartet_comments (collection, entry, id);
-- In which language staff read, for the mails that they get.
CREATE TABLE _quartet_languages (
    "user"   TEXT PRIMARY KEY,
    language TEXT NOT NULL
) WITHOUT ROWID;
-- +goose StatementEnd
