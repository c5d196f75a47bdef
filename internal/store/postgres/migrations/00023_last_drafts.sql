-- +goose Up
-- +goose StatementBegin
-- The pending drafts of everybody that were saved last, for who may publish them.
CREATE INDEX _quartet_drafts_last ON _quartet_drafts (saved_at) WHERE data IS NOT NULL;
-- +goose StatementEnd
