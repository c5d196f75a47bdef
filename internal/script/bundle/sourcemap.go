package bundle

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"unicode/utf16"

	"github.com/quartet-dev/quartet/internal/diag"
)

// Position is a place in a file that an author wrote. Line and Column count from
// 1; Column counts characters, as in every diagnostic.
type Position struct {
	File         string // with the prefix
	Line, Column int
}

// Position is where a place of Code comes from; line and column count from 1, and
// column counts characters. Of what no file holds, such as code that the bundler
// added, it says so.
func (b *Bundle) Position(line, column int) (Position, bool) {
	m := b.sources.read()
	text, ok := lineOf(b.sources.lines(), line)
	if !ok {
		return Position{}, false
	}
	s, ok := m.find(line-1, units(text, column-1))
	if !ok || s.source >= len(m.Sources) {
		return Position{}, false
	}
	name := m.Sources[s.source]
	if name == entryPoint {
		return Position{}, false
	}
	source, _ := lineOf(strings.Split(m.content(s.source), "\n"), s.line+1)
	return Position{b.sources.shown(name), s.line + 1, characters(source, s.column) + 1}, true
}

// around is how many lines an excerpt shows before and behind the one that it is
// about.
const around = 2

// Excerpt shows the lines around a position, as they were when Code was made; ""
// of a file that is not in it.
func (b *Bundle) Excerpt(p Position) string {
	m := b.sources.read()
	for i, name := range m.Sources {
		if b.sources.shown(name) == p.File {
			return diag.Excerpt(m.content(i), p.Line, p.Column, around)
		}
	}
	return ""
}

// sources leads from Code back to the files. It is read when it is first asked:
// most services never ask.
type sources struct {
	prefix string
	code   string
	read   func() *sourceMap
}

func newSources(prefix string, data []byte) sources {
	return sources{prefix: prefix, read: sync.OnceValue(func() *sourceMap { return parseSourceMap(data) })}
}

func (s sources) lines() []string { return strings.Split(s.code, "\n") }

func (s sources) shown(name string) string { return shown(s.prefix, name) }

// sourceMap is a source map of version 3.
type sourceMap struct {
	Sources        []string `json:"sources"`
	SourcesContent []string `json:"sourcesContent"`
	Mappings       string   `json:"mappings"`

	segments [][]segment // of each line of the code, by column
}

// segment says that what begins at a column of the code comes from a place of a
// source. All count from 0, columns in units of UTF-16.
type segment struct{ at, source, line, column int }

func parseSourceMap(data []byte) *sourceMap {
	m := new(sourceMap)
	_ = json.Unmarshal(data, m) // esbuild wrote it
	var last segment
	for line := range strings.SplitSeq(m.Mappings, ";") {
		last.at = 0
		var found []segment
		for text := range strings.SplitSeq(line, ",") {
			fields := decodeVLQ(text)
			if len(fields) < 4 {
				continue
			}
			last = segment{last.at + fields[0], last.source + fields[1], last.line + fields[2], last.column + fields[3]}
			found = append(found, last)
		}
		m.segments = append(m.segments, found)
	}
	m.Mappings = ""
	return m
}

// find is the segment that holds a place of the code.
func (m *sourceMap) find(line, column int) (segment, bool) {
	if line < 0 || line >= len(m.segments) || len(m.segments[line]) == 0 {
		return segment{}, false
	}
	all := m.segments[line]
	i, exact := slices.BinarySearchFunc(all, column, func(s segment, column int) int { return cmp.Compare(s.at, column) })
	if !exact {
		i = max(i-1, 0)
	}
	return all[i], true
}

func (m *sourceMap) content(source int) string {
	if source < len(m.SourcesContent) {
		return m.SourcesContent[source]
	}
	return ""
}

const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// decodeVLQ decodes numbers in base 64 of variable length: the lowest bit of a
// number is its sign, the highest bit of a digit says that more follow.
func decodeVLQ(text string) (numbers []int) {
	value, shift := 0, 0
	for _, digit := range []byte(text) {
		bits := strings.IndexByte(base64Digits, digit)
		if bits < 0 {
			return nil
		}
		value |= bits & 31 << shift
		if shift += 5; bits&32 != 0 {
			continue
		}
		number := value >> 1
		if value&1 != 0 {
			number = -number
		}
		numbers, value, shift = append(numbers, number), 0, 0
	}
	return numbers
}

func lineOf(lines []string, number int) (string, bool) {
	if number < 1 || number > len(lines) {
		return "", false
	}
	return lines[number-1], true
}

// units are how many units of UTF-16 the first characters of a line are.
func units(line string, characters int) (n int) {
	for _, r := range line {
		if characters--; characters < 0 {
			break
		}
		n += utf16.RuneLen(r)
	}
	return n
}

// characters are how many characters the first units of UTF-16 of a line are.
func characters(line string, units int) (n int) {
	for _, r := range line {
		if units -= utf16.RuneLen(r); units < 0 {
			break
		}
		n++
	}
	return n
}
