package docs_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// A sentence of prose, up to its full stop, colon or semicolon, has at most this many
// words. Code and links count as one.
const longestSentence = 30

// text is a paragraph, a cell of a table, or a text that the program shows.
type text struct{ place, words string }

// refused is a line of testdata/prose.txt.
type refused struct {
	pattern, unless *regexp.Regexp
	instead         string
}

// CONTRIBUTING.md explains the rules, under "Style" (decision 257).
func TestProse(t *testing.T) {
	hold(t, append(append(pageTexts(t), programTexts(t)...), adminTexts(t)...), 5000, refusals(t), problemsOf)
}

// hold holds texts, of which there are at least a number, against a list of rules.
func hold(t *testing.T, all []text, least int, rules []refused, problems func(words string, rules []refused) []string) {
	t.Helper()
	if len(all) < least {
		t.Fatalf("only %d texts were found", len(all))
	}
	for _, each := range all {
		for _, problem := range problems(each.words, rules) {
			t.Errorf("%s: %s", each.place, problem)
		}
	}
}

// tellApart wants problems found in each bad text, and in no good one.
func tellApart(t *testing.T, bad, good []string, rules []refused, problems func(words string, rules []refused) []string) {
	t.Helper()
	for _, words := range bad {
		if len(problems(words, rules)) == 0 {
			t.Errorf("nothing is wrong with: %s", words)
		}
	}
	for _, words := range good {
		if found := problems(words, rules); len(found) != 0 {
			t.Errorf("%s: %v", words, found)
		}
	}
}

// The check must be able to fail.
func TestProseIsRefused(t *testing.T) {
	bad := []string{
		"Whatever is missing, malformed or mixed stops no start.",
		"Who is calling is the program's word.",
		"Sessions last 7 days, are put off once a day when they are used.",
		"This is no time.",
		strings.Repeat("word ", longestSentence+1) + ".",
	}
	good := []string{
		"There is no such View.",
		"Incomplete sign-in settings don't prevent startup.",
		strings.Repeat("word ", 20) + ". " + strings.Repeat("word ", 20) + ".",
		"The code `this is no time` stays as it is.",
	}
	tellApart(t, bad, good, refusals(t), problemsOf)
}

func refusals(t *testing.T) []refused {
	t.Helper()
	return refusalsIn(t, "testdata/prose.txt", 20)
}

// refusalsIn are the lines of a list, which has at least a number of them.
func refusalsIn(t *testing.T, list string, least int) (all []refused) {
	t.Helper()
	for line := range strings.Lines(read(t, list)) {
		parts := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") || len(parts) < 2 {
			continue
		}
		rule := refused{pattern: regexp.MustCompile("(?i)" + parts[0]), instead: parts[1]}
		if len(parts) > 2 {
			rule.unless = regexp.MustCompile("(?i)" + parts[2])
		}
		all = append(all, rule)
	}
	if len(all) < least {
		t.Fatalf("%s has %d rules", list, len(all))
	}
	return all
}

var (
	inlineCode = regexp.MustCompile("``[^`]+``|`[^`]*`")
	linkTarget = regexp.MustCompile(`\]\([^)]*\)`)
	codeList   = regexp.MustCompile(`\[?code\]?(?:, \[?code\]?)+`) // a list of names is one word
	stop       = regexp.MustCompile(`[.!?:;](?:["')*]*)\s+`)
)

func problemsOf(words string, rules []refused) (all []string) {
	plain := linkTarget.ReplaceAllString(inlineCode.ReplaceAllString(words, "code"), "]")
	plain = codeList.ReplaceAllString(plain, "code")
	for _, sentence := range stop.Split(plain, -1) {
		if n := len(strings.Fields(sentence)); n > longestSentence {
			all = append(all, fmt.Sprintf("%d words, at most %d: %s", n, longestSentence, sentence))
		}
	}
	for _, problem := range phrasesIn(plain, rules) {
		all = append(all, problem+"; in: "+words)
	}
	return all
}

// phrasesIn are the refused phrases of a text.
func phrasesIn(words string, rules []refused) (all []string) {
	for _, rule := range rules {
		rest := words
		if rule.unless != nil {
			rest = rule.unless.ReplaceAllString(rest, "")
		}
		if found := rule.pattern.FindString(rest); found != "" {
			all = append(all, fmt.Sprintf("%q; write: %s", found, rule.instead))
		}
	}
	return all
}

// pageTexts are the paragraphs of the handbook, of the README and of the skills.
func pageTexts(t *testing.T) (all []text) {
	t.Helper()
	pages := []string{"../README.md", "../CONTRIBUTING.md"}
	for _, root := range []string{".", "../internal/skills/files"} {
		pages = append(pages, filesBelow(t, root, ".md")...)
	}
	for _, page := range pages {
		if !strings.HasPrefix(page, "decisions/") && page != "diagnostics.md" {
			all = append(all, paragraphs(page, read(t, page))...)
		}
	}
	return all
}

func filesBelow(t *testing.T, root, suffix string) (all []string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if entry != nil && entry.IsDir() && (entry.Name() == "testdata" || entry.Name() == "node_modules") {
			return fs.SkipDir
		}
		if err == nil && !entry.IsDir() && strings.HasSuffix(path, suffix) {
			all = append(all, path)
		}
		return err
	})
	if err != nil || len(all) == 0 {
		t.Fatalf("%s has %d files *%s: %v", root, len(all), suffix, err)
	}
	return all
}

var (
	fence    = regexp.MustCompile("(?ms)^[ ]*```.*?^[ ]*```")
	listItem = regexp.MustCompile(`^(?:[*-]|\d+\.) +`)
	apart    = regexp.MustCompile(`^(?:#|<|$|!\[|---)`)
)

// paragraphs are what a page says outside its blocks of code, joined over the ends of
// lines.
func paragraphs(page, markdown string) (all []text) {
	markdown = fence.ReplaceAllStringFunc(markdown, func(block string) string {
		return strings.Repeat("\n", strings.Count(block, "\n"))
	})
	var words []string
	first := 0
	end := func() {
		if len(words) > 0 {
			all = append(all, text{fmt.Sprintf("%s:%d", page, first), strings.Join(words, " ")})
		}
		words = nil
	}
	for i, line := range strings.Split(markdown, "\n") {
		line = strings.TrimSpace(line)
		switch {
		case apart.MatchString(line):
			end()
			continue
		case strings.HasPrefix(line, "|"):
			end()
			for cell := range strings.SplitSeq(strings.ReplaceAll(line, `\|`, "/"), "|") {
				all = append(all, text{fmt.Sprintf("%s:%d", page, i+1), strings.TrimSpace(cell)})
			}
			continue
		case listItem.MatchString(line):
			end()
			line = listItem.ReplaceAllString(line, "")
		}
		if len(words) == 0 {
			first = i + 1
		}
		words = append(words, line)
	}
	end()
	return all
}

// programTexts are the sentences in the program's Go source: messages, suggestions,
// descriptions, and the help of commands.
func programTexts(t *testing.T) (all []text) {
	t.Helper()
	for _, root := range []string{"../internal", "../diagnostic", "../cmd"} {
		for _, path := range filesBelow(t, root, ".go") {
			if !strings.HasSuffix(path, "_test.go") && !strings.HasSuffix(filepath.Dir(path), "test") {
				all = append(all, literals(t, path)...)
			}
		}
	}
	return all
}

var sentence = regexp.MustCompile(`^(?:[A-Z%]|\d+ )\S*(?: \S+){2,}$`)

// literals are the texts of a Go file that read as sentences.
func literals(t *testing.T, path string) (all []text) {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(node ast.Node) bool {
		literal, ok := node.(*ast.BasicLit)
		if !ok || literal.Kind != token.STRING {
			return true
		}
		said, err := strconv.Unquote(literal.Value)
		if err != nil {
			t.Fatal(err)
		}
		if help, isTag := reflect.StructTag(said).Lookup("help"); isTag {
			said = help
		} else if !strings.HasSuffix(said, ".") || !sentence.MatchString(said) {
			return true
		}
		all = append(all, text{files.Position(literal.Pos()).String(), said})
		return true
	})
	return all
}

var quoted = regexp.MustCompile(`'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"`)

// adminTexts are the English texts of the Admin application.
func adminTexts(t *testing.T) []text {
	t.Helper()
	return textsOfAdmin(t, "en")
}
