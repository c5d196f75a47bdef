package changes

import (
	"testing"

	"pgregory.net/rapid"
)

func newNumbers(first int64) *numbers {
	n := &numbers{accounted: map[int64]struct{}{}}
	n.begin(first)
	return n
}

// Each step is a look at the sequence after some numbers were accounted for.
func TestANumberIsMissingWhenTheNextLookHasNotHeardOfIt(t *testing.T) {
	type step struct {
		account []int64
		number  int64
		missing bool
	}
	for name, steps := range map[string][]step{
		"all are told in time":     {{[]int64{11, 12}, 12, false}, {[]int64{13}, 14, false}, {[]int64{14}, 14, false}, {nil, 14, false}},
		"one is told a look later": {{nil, 11, false}, {[]int64{11}, 11, false}, {nil, 11, false}},
		"one is never told":        {{nil, 11, false}, {[]int64{12}, 12, true}, {nil, 12, false}},
		"one is told too late":     {{nil, 11, false}, {nil, 11, true}, {[]int64{11}, 12, false}, {[]int64{12}, 12, false}},
		"one is told twice":        {{[]int64{11, 11}, 12, false}, {nil, 12, true}, {nil, 12, false}},
		"the sequence falls back":  {{[]int64{11}, 11, false}, {nil, 3, true}, {[]int64{4}, 4, false}, {nil, 4, false}},
	} {
		t.Run(name, func(t *testing.T) {
			n := newNumbers(10)
			for i, s := range steps {
				for _, number := range s.account {
					n.account(number)
				}
				if got := n.look(s.number); got != s.missing {
					t.Fatalf("look %d: missing is %t", i, got)
				}
			}
			if len(n.accounted) != 0 {
				t.Errorf("%d numbers are still remembered", len(n.accounted))
			}
		})
	}
}

// The database is a model here: transactions begin, take numbers, end and are told or
// not, in any order; looks come in between.
func TestEveryWriteThatNobodyToldIsFound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := &model{numbers: newNumbers(0), next: 5, until: 5}
		t.Repeat(map[string]func(*rapid.T){
			"begin": m.begin, "number": m.number, "end": m.end, "notice": m.notice, "look": m.look, "": func(*rapid.T) {},
		})
		for len(m.open) > 0 {
			m.end(t)
		}
		m.look(t)
		m.look(t)
		if m.unseen {
			t.Fatalf("two looks later nobody has seen it: %+v", m)
		}
	})
}

type model struct {
	numbers    *numbers
	until      uint64 // of the session
	next       uint64 // transaction
	last       int64  // number
	open, told []transaction
	unseen     bool // something was written since everything was raised
}

type transaction struct {
	id     uint64
	number int64
	tells  bool
}

// draw takes one out of a list.
func draw(t *rapid.T, from *[]transaction) transaction {
	if len(*from) == 0 {
		t.Skip()
	}
	i := rapid.IntRange(0, len(*from)-1).Draw(t, "which")
	taken := (*from)[i]
	*from = append((*from)[:i], (*from)[i+1:]...)
	return taken
}

func (m *model) begin(*rapid.T) {
	m.open = append(m.open, transaction{id: m.next})
	m.next++
}

func (m *model) number(t *rapid.T) {
	of := draw(t, &m.open)
	if of.number == 0 {
		m.last++
		of.number, of.tells = m.last, rapid.Bool().Draw(t, "tells")
	}
	m.open = append(m.open, of)
}

func (m *model) end(t *rapid.T) {
	ended := draw(t, &m.open)
	switch {
	case ended.tells:
		m.told = append(m.told, ended)
	case ended.number != 0:
		m.unseen = true
	}
}

func (m *model) notice(t *rapid.T) { m.numbers.account(draw(t, &m.told).number) }

// look does what a session does.
func (m *model) look(*rapid.T) {
	oldest := m.next
	for _, each := range m.open {
		oldest = min(oldest, each.id)
	}
	if m.numbers.look(m.last) {
		m.until = m.next
		m.next++
	}
	if m.until != 0 {
		m.unseen = false
	}
	if oldest >= m.until {
		m.until = 0
	}
}

func TestRememberedNumbersAreBounded(t *testing.T) {
	n := newNumbers(0)
	for number := int64(1); number <= 2*maxNumbers; number++ {
		n.account(number)
	}
	if len(n.accounted) > maxNumbers {
		t.Errorf("%d numbers are remembered", len(n.accounted))
	}
	n.look(2 * maxNumbers)
	if !n.look(2 * maxNumbers) {
		t.Error("what was not remembered passes for told")
	}
}
