-- +goose Up
-- +goose StatementBegin
-- Events on their way to deferred hooks.
CREATE TABLE _quartet_outbox (
    key      INTEGER PRIMARY KEY,
    event    TEXT NOT NULL,     -- the event's id; a Trigger that was given up has a row of its own
    hook     TEXT NOT NULL,
    schema   TEXT NOT NULL,
    entry    TEXT NOT NULL,     -- the entry's id
    triggers TEXT NOT NULL,     -- those that have not run yet, as a JSON array
    body     TEXT NOT NULL,     -- the envelope, as JSON
    tries    INTEGER NOT NULL,  -- of the first Trigger
    due      INTEGER NOT NULL,  -- epoch milliseconds; of a claimed event, when its lease is over
    claim    TEXT,              -- the token of the worker that holds it
    reason   TEXT,              -- the last diagnostic, as JSON
    dead     INTEGER            -- epoch milliseconds, when it was given up
);
CREATE INDEX _quartet_outbox_due ON _quartet_outbox (due) WHERE dead IS NULL;
CREATE INDEX _quartet_outbox_dead ON _quartet_outbox (event) WHERE dead IS NOT NULL;
-- +goose StatementEnd
