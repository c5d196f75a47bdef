package sample

import (
	"fmt"
	"math/rand/v2"
	"regexp/syntax"
	"strings"
)

// maxMatch bounds a text that is made for a pattern, in bytes.
const maxMatch = 4 << 10

// pattern makes texts that a regular expression is likely to match; the check of
// the value tells. What may be repeated is, until a text is as long as wanted.
func pattern(expression string, least, most int) (form, error) {
	parsed, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		return nil, fmt.Errorf("pattern: %w", err)
	}
	return func(r *rand.Rand, _ int) string {
		m := match{r: r, wanted: least + r.IntN(min(max(most-least, 0), usualGrowth)+1)}
		m.write(parsed)
		return m.String()
	}, nil
}

// usualGrowth is how much longer a text is than it must be, in bytes.
const usualGrowth = 16

type match struct {
	strings.Builder
	r      *rand.Rand
	wanted int // length in bytes
}

func (m *match) write(e *syntax.Regexp) {
	switch e.Op {
	case syntax.OpLiteral:
		for _, r := range e.Rune {
			m.WriteRune(r)
		}
	case syntax.OpCharClass:
		m.WriteRune(m.oneOf(e.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		m.WriteByte("abcdefghijklmnopqrstuvwxyz"[m.r.IntN(26)])
	case syntax.OpCapture, syntax.OpConcat:
		for _, each := range e.Sub {
			m.write(each)
		}
	case syntax.OpAlternate:
		m.write(e.Sub[m.r.IntN(len(e.Sub))])
	case syntax.OpStar:
		m.repeat(e.Sub[0], 0, -1)
	case syntax.OpPlus:
		m.repeat(e.Sub[0], 1, -1)
	case syntax.OpQuest:
		m.repeat(e.Sub[0], 0, 1)
	case syntax.OpRepeat:
		m.repeat(e.Sub[0], e.Min, e.Max)
	default: // what matches no text, or none at all
	}
}

func (m *match) repeat(e *syntax.Regexp, least, most int) {
	for n := 0; m.Len() < maxMatch; n++ {
		if n >= least && (n == most || m.Len() >= m.wanted || m.r.IntN(ends) == 0) {
			return
		}
		before := m.Len()
		m.write(e)
		if m.Len() == before && n >= least {
			return // repeating nothing makes no text longer
		}
	}
}

// ends is how many repeats there are for one that ends early.
const ends = 16

// The range of characters that everybody can read.
const firstPrintable, lastPrintable = '!', '~'

// oneOf takes a rune of the ranges, a printable one of ASCII where there is one.
func (m *match) oneOf(ranges []rune) rune {
	if readable := within(ranges, firstPrintable, lastPrintable); len(readable) > 0 {
		ranges = readable
	}
	total := int32(0)
	for i := 0; i+1 < len(ranges); i += 2 {
		total += ranges[i+1] - ranges[i] + 1
	}
	if total == 0 {
		return 'x'
	}
	at := m.r.Int32N(total)
	for i := 0; i+1 < len(ranges); i += 2 {
		size := ranges[i+1] - ranges[i] + 1
		if at < size {
			return ranges[i] + at
		}
		at -= size
	}
	return 'x'
}

func within(ranges []rune, low, high rune) (cut []rune) {
	for i := 0; i+1 < len(ranges); i += 2 {
		first, last := max(ranges[i], low), min(ranges[i+1], high)
		if first <= last {
			cut = append(cut, first, last)
		}
	}
	return cut
}
