-- +goose Up
-- +goose StatementBegin
-- Named sets of entries that are published together. The time of one is a row of
-- _quartet_moves, with the direction release and its id as entry.
CREATE TABLE _quartet_releases (
    id           TEXT PRIMARY KEY,   -- rises with time
    name         TEXT NOT NULL,
    version      INTEGER NOT NULL,   -- rises with each change of its entries
    created_by   TEXT NOT NULL,
    created_at   INTEGER NOT NULL,
    published_by TEXT,
    published_at INTEGER
) WITHOUT ROWID;
CREATE INDEX _quartet_releases_published ON _quartet_releases (published_at, id);
CREATE TABLE _quartet_release_entries (
    release_id TEXT NOT NULL,
    collection TEXT NOT NULL,
    entry      TEXT NOT NULL,
    title      TEXT NOT NULL,        -- as it was then
    added_by   TEXT NOT NULL,
    added_at   INTEGER NOT NULL,
    PRIMARY KEY (release_id, collection, entry)
) WITHOUT ROWID;
CREATE INDEX _quartet_release_entries_entry ON _quartet_release_entries (entry, collection, release_id);
-- +goose StatementEnd
