-- +goose Up
-- +goose StatementBegin
-- What staff say to each other about entries. The first of a thread has its own id as thread.
CREATE TABLE _quartet_comments (
    id            text COLLATE "C" PRIMARY KEY, -- rises with time
    collection    text COLLATE "C" NOT NULL,
    entry         text COLLATE "C" NOT NULL,
    thread        text COLLATE "C" NOT NULL,
    pointer       text COLLATE "C" NOT NULL,    -- of the field; '' for the whole entry
    author        text COLLATE "C" NOT NULL,
    author_name   text COLLATE "C" NOT NULL,    -- as it was then
    text          text COLLATE "C" NOT NULL,    -- '' where it was removed
    mentions      text COLLATE "C" NOT NULL,    -- JSON: id and name of everybody who was ever mentioned
    created_at    bigint NOT NULL,
    edited_at     bigint,
    removed_at    bigint,
    resolved_at   bigint,                       -- of the first of a thread
    resolved_by   text COLLATE "C" NOT NULL,    -- '' while it is open
    resolved_name text COLLATE "C" NOT NULL,
    gone_at       bigint                        -- since when the entry is known to be gone
);
CREATE INDEX _quartet_comments_entry ON _quartet_comments (collection, entry, id);
-- In which language staff read, for the mails that they get.
CREATE TABLE _quartet_languages (
    "user"   text COLLATE "C" PRIMARY KEY,
    language text COLLATE "C" NOT NULL
);
-- +goose StatementEnd
