package backup

import "time"

// Step is a part of taking or restoring a copy.
type Step string

// The steps.
const (
	Reading  Step = "reading"  // a table
	Media    Step = "media"    // objects of the library
	Checking Step = "checking" // the archive, whole
	Sending  Step = "sending"  // to another machine, and back
	Fetching Step = "fetching" // from another machine
	Loading  Step = "loading"  // a table
)

// Progress says how far a copy or a restore is.
type Progress struct {
	Step  Step
	Table string
	Rows  int64 // of the table so far
	Done  int64 // bytes
	Total int64 // bytes; 0 where it is not known
}

// teller reports now and then.
type teller struct {
	tell func(Progress) // nil for nobody
	now  Progress
	last int64
	pace *pace // nil for all speed
}

func tellerOf(tell func(Progress)) *teller { return &teller{tell: tell} }

// toldBytes is how much is read or written between two reports.
const toldBytes = 1 << 20

func (t *teller) begin(p Progress) {
	t.now, t.last = p, 0
	t.report()
}

func (t *teller) bytes(n int64) {
	if t.pace != nil {
		t.pace.rest()
	}
	if t.now.Done += n; t.now.Done-t.last >= toldBytes {
		t.report()
	}
}

func (t *teller) report() {
	t.last = t.now.Done
	if t.tell != nil {
		t.tell(t.now)
	}
}

// pace leaves half of a processor to those who read and write beside a copy: it
// rests as long as it has worked.
type pace struct{ resumed time.Time }

const (
	spell    = 10 * time.Millisecond
	longRest = 2 * spell // of work that was waiting for something else
)

func (p *pace) rest() {
	worked := time.Since(p.resumed)
	if worked < spell {
		return
	}
	time.Sleep(min(worked, longRest))
	p.resumed = time.Now()
}
