// Package migrations holds the migrations of the platform's tables in
// PostgreSQL, one SQL file for each version, and runs them with goose. The first
// makes what SQLite's first fourteen have made (decision 211).
package migrations
