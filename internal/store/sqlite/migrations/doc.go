// Package migrations holds the migrations of the platform's tables in SQLite,
// one SQL file for each version, and runs them with goose.
package migrations
