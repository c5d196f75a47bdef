-- +goose Up
-- +goose StatementBegin
-- Purges of the CDN's copies are few among the events, and a write looks for one.
CREATE INDEX _quartet_outbox_purge ON _quartet_outbox (hook) WHERE hook = 'purge';
-- +goose StatementEnd
