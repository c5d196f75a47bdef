package transfer

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"hash"

	"github.com/quartet-dev/quartet/internal/store"
)

// Sum counts and hashes the rows of a table, in the order of their keys: SHA-256
// over a line with the table and a line for each row.
type Sum struct {
	Rows int64

	hash hash.Hash
	line []byte
}

// NewSum is the Sum of a table without rows.
func NewSum(t *store.Table) *Sum {
	s := &Sum{hash: sha256.New()}
	head, _ := json.Marshal(t) //nolint:errchkjson // names and a layout that was parsed
	s.write(head)
	return s
}

// Add takes the next row into account, and returns its line with its end. That
// lives until the next call.
func (s *Sum) Add(r store.Row) []byte {
	s.Rows++
	return s.write(AppendRow(s.line[:0], r))
}

// keptLine is the longest line whose memory is kept for the next one.
const keptLine = 1 << 20

func (s *Sum) write(line []byte) []byte {
	line = append(line, '\n')
	s.hash.Write(line)
	if cap(line) <= keptLine {
		s.line = line
	}
	return line
}

// SHA256 is the hash of what was added so far, in hexadecimal digits.
func (s *Sum) SHA256() string { return hex.EncodeToString(s.hash.Sum(nil)) }

// Summary is what a table holds.
type Summary struct {
	Table  string `json:"table"`
	Rows   int64  `json:"rows"`
	SHA256 string `json:"sha256"`
}

func (s *Sum) summary(t *store.Table) Summary { return Summary{t.Name, s.Rows, s.SHA256()} }

// Summarize reads all tables of a database.
func Summarize(ctx context.Context, from store.Source, progress func(Progress)) ([]Summary, error) {
	tables, err := from.Tables(ctx)
	if err != nil {
		return nil, err
	}
	told := teller{step: Verifying, tables: len(tables), tell: progress}
	found := make([]Summary, 0, len(tables))
	for _, t := range tables {
		sum := NewSum(t)
		told.begin(t)
		err := from.Rows(ctx, t, nil, func(r store.Row) error {
			sum.Add(r)
			told.row()
			return nil
		})
		if err != nil {
			return nil, err
		}
		found = append(found, sum.summary(t))
	}
	return found, nil
}
