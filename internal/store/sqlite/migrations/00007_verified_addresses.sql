-- +goose Up
-- +goose StatementBegin
-- An address that nobody has verified is none: it stood beside the same address
-- of whoever has it.
UPDATE _quartet_users SET email = NULL WHERE email_verified = 0;
-- +goose StatementEnd
