// Package postgres is the store ports over PostgreSQL 14 or newer.
package postgres

import _ "github.com/jackc/pgx/v5/pgxpool" // the driver
