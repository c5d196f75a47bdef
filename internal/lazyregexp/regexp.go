package lazyregexp

import (
	"regexp"
	"sync"
)

// Regexp is a regular expression that is compiled when it is first asked. Many
// goroutines may use it at once.
type Regexp struct {
	pattern  string
	once     sync.Once
	compiled *regexp.Regexp
}

// New takes a pattern that must compile: its first use panics if it does not.
func New(pattern string) *Regexp { return &Regexp{pattern: pattern} }

func (r *Regexp) use() *regexp.Regexp {
	r.once.Do(func() { r.compiled = regexp.MustCompile(r.pattern) })
	return r.compiled
}

// String is the pattern.
func (r *Regexp) String() string { return r.pattern }

// MatchString reports whether s holds a match.
func (r *Regexp) MatchString(s string) bool { return r.use().MatchString(s) }

// FindString is that of regexp.
func (r *Regexp) FindString(s string) string { return r.use().FindString(s) }

// FindStringIndex is that of regexp.
func (r *Regexp) FindStringIndex(s string) []int { return r.use().FindStringIndex(s) }

// FindAllString is that of regexp.
func (r *Regexp) FindAllString(s string, n int) []string { return r.use().FindAllString(s, n) }

// FindAllStringSubmatch is that of regexp.
func (r *Regexp) FindAllStringSubmatch(s string, n int) [][]string {
	return r.use().FindAllStringSubmatch(s, n)
}

// FindStringSubmatch returns the leftmost match in s and its groups, or nil.
func (r *Regexp) FindStringSubmatch(s string) []string { return r.use().FindStringSubmatch(s) }

// FindAllStringSubmatchIndex is where the first n matches in s and their groups
// begin and end.
func (r *Regexp) FindAllStringSubmatchIndex(s string, n int) [][]int {
	return r.use().FindAllStringSubmatchIndex(s, n)
}

// ReplaceAllString is a copy of src with its matches replaced.
func (r *Regexp) ReplaceAllString(src, replacement string) string {
	return r.use().ReplaceAllString(src, replacement)
}

// ReplaceAllStringFunc is that of regexp.
func (r *Regexp) ReplaceAllStringFunc(src string, replace func(string) string) string {
	return r.use().ReplaceAllStringFunc(src, replace)
}
