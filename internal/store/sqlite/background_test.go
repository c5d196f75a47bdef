package sqlite

import (
	"fmt"
	"testing"
	"time"
)

// While callers keep the writer busy, work behind the scenes makes no commit of
// its own.
func TestAPatientJobJoinsTheNextCallersCommit(t *testing.T) {
	s := opened(t, time.Second)
	for i := range 100 {
		id, joined := fmt.Sprint("book-", i), false
		s.inWriter(t, func(*conn) error { return nil }) // a caller that another one will follow
		done := make(chan error, 1)
		go func() {
			done <- s.writer.doInBackground(t.Context(), func(c *conn) error {
				found, err := c.look(&query{Text: `SELECT 1 FROM books WHERE id = ?1`, Brief: true}, id)
				joined = found != nil && s.absent(t, id) // written, and not committed yet
				return err
			})
		}()
		time.Sleep(time.Millisecond)
		if err := s.insertBook(t.Context(), id, ""); err != nil {
			t.Fatal(err)
		}
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		if joined {
			return
		}
	}
	t.Error("no patient job shared a commit")
}

func (s *Store) absent(t *testing.T, id string) bool {
	_, err := s.Entry(t.Context(), s.opts.Plan.Schema("books"), id)
	return err != nil
}

func TestAPatientJobDoesNotWaitForCallersThatDoNotCome(t *testing.T) {
	s := opened(t, time.Second)
	s.inWriter(t, func(*conn) error { return nil })
	for range 3 {
		if err := s.writer.doInBackground(t.Context(), func(*conn) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
}

func TestCloseFinishesPatientJobs(t *testing.T) {
	s := opened(t, time.Second)
	release := s.held(t)
	const jobs = 20
	done := make(chan error, jobs)
	for range jobs {
		go func() { done <- s.writer.doInBackground(t.Context(), func(*conn) error { return nil }) }()
	}
	for len(s.writer.background) < jobs {
		time.Sleep(time.Millisecond)
	}
	closed := make(chan error, 1)
	go func() { closed <- s.Close() }()
	release()
	for range jobs {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if err := <-closed; err != nil {
		t.Error(err)
	}
}
