-- +goose Up
-- +goose StatementBegin
-- Named sets of entries that are published together. The time of one is a row of
-- _quartet_moves, with the direction release and its id as entry.
CREATE TABLE _quartet_releases (
    id           text COLLATE "C" PRIMARY KEY, -- rises with time
    name         text COLLATE "C" NOT NULL,
    version      bigint NOT NULL,   -- rises with each change of its entries
    created_by   text COLLATE "C" NOT NULL,
    created_at   bigint NOT NULL,
    published_by text COLLATE "C",
    published_at bigint
);
CREATE INDEX _quartet_releases_published ON _quartet_releases (published_at, id);
CREATE TABLE _quartet_release_entries (
    release_id text COLLATE "C" NOT NULL,
    collection text COLLATE "C" NOT NULL,
    entry      text COLLATE "C" NOT NULL,
    title      text COLLATE "C" NOT NULL,        -- as it was then
    added_by   text COLLATE "C" NOT NULL,
    added_at   bigint NOT NULL,
    PRIMARY KEY (release_id, collection, entry)
);
CREATE INDEX _quartet_release_entries_entry ON _quartet_release_entries (entry, collection, release_id);
-- +goose StatementEnd
