-- +goose Up
-- +goose StatementBegin
-- The words of a text that a comment is on, as JSON with what is around them; '' for none.
ALTER TABLE _quartet_comments ADD COLUMN quote TEXT NOT NULL DEFAULT '';
-- +goose StatementEnd
