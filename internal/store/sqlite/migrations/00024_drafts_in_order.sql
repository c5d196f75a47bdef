-- +goose Up
-- +goose StatementBegin
-- The pending drafts of a collection as they were saved, for the order of articles.
CREATE INDEX _quartet_drafts_order ON _quartet_drafts (collection, saved_at, entry_id) WHERE data IS NOT NULL;
-- +goose StatementEnd
