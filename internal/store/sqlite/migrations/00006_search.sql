-- +goose Up
-- +goose StatementBegin
-- The search tables of collections, which are made of their entries and can be
-- made again at any time: the rows up to reach are in one, but for unsearched.
CREATE TABLE _quartet_search (
    collection TEXT PRIMARY KEY,
    definition TEXT NOT NULL,     -- of the texts that it was made of
    reach      INTEGER NOT NULL,
    entry      TEXT               -- the id of that row, to notice rows that were numbered anew
) WITHOUT ROWID;
CREATE TABLE _quartet_unsearched (
    collection TEXT NOT NULL,
    row        INTEGER NOT NULL,  -- written, or deleted, since it was searched
    PRIMARY KEY (collection, row)
) WITHOUT ROWID;
-- +goose StatementEnd
