package sqlite

import (
	"fmt"
	"math"
	"math/rand/v2"
)

var readMark = &query{Text: "PRAGMA user_version"}

// mark raises the number that the header of the database counts the rounds of
// its write-ahead log with, PRAGMA user_version. A log and a database whose
// numbers do not follow each other do not belong together; SQLite would not
// notice. The first number is drawn, so that two databases differ. A transaction
// raises it once at most (decision 125).
func (c *conn) mark() error { return c.markUnless(false) }

// markFirst is mark for a database that has no number.
func (c *conn) markFirst() error { return c.markUnless(true) }

func (c *conn) markUnless(has bool) error {
	number, err := c.number(readMark)
	if err != nil {
		return err
	}
	if has && number > 0 {
		return nil
	}
	return c.run(&query{Text: setMark(number), Brief: true})
}

// setMark is the statement that takes the number one further. Whoever changes
// tables runs it too: other processes then look at the tables before they write.
func setMark(present int64) string {
	if present <= 0 || present >= math.MaxInt32-1 {
		present = rand.Int64N(1 << 30) //nolint:gosec // it tells databases apart and keeps nothing secret
	}
	return fmt.Sprintf("PRAGMA user_version = %d", present+1)
}
