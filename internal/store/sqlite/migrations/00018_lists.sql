-- +goose Up
-- +goose StatementBegin
-- Lists of collections that staff have saved.
CREATE TABLE _quartet_lists (
    id         TEXT PRIMARY KEY, -- rises with time
    collection TEXT NOT NULL,
    owner      TEXT NOT NULL,    -- the id of who saved it
    shared     INTEGER NOT NULL,    -- whether all staff see it, 0 or 1
    name       TEXT NOT NULL,
    search     TEXT NOT NULL,    -- what its address says, as a JSON object of texts
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) WITHOUT ROWID;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE INDEX _quartet_lists_collection ON _quartet_lists (collection, id);
-- +goose StatementEnd
