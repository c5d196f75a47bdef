-- +goose Up
-- +goose StatementBegin
-- Lists of collections that staff have saved.
CREATE TABLE _quartet_lists (
    id         text COLLATE "C" PRIMARY KEY, -- rises with time
    collection text COLLATE "C" NOT NULL,
    owner      text COLLATE "C" NOT NULL,    -- the id of who saved it
    shared     bigint NOT NULL,    -- whether all staff see it, 0 or 1
    name       text COLLATE "C" NOT NULL,
    search     text COLLATE "C" NOT NULL,    -- what its address says, as a JSON object of texts
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);
-- +goose StatementEnd
-- +goose StatementBegin
CREATE INDEX _quartet_lists_collection ON _quartet_lists (collection, id);
-- +goose StatementEnd
