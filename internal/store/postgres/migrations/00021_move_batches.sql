-- +goose Up
-- +goose StatementBegin
-- Moves of several entries that are made together have a batch in common, and each its
-- place in it. One that is made alone has none.
ALTER TABLE _quartet_moves ADD COLUMN batch text COLLATE "C";
ALTER TABLE _quartet_moves ADD COLUMN place bigint NOT NULL DEFAULT 0;
CREATE INDEX _quartet_moves_batch ON _quartet_moves (batch, place) WHERE batch IS NOT NULL;
-- +goose StatementEnd
