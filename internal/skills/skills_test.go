package skills_test

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/skills"
	"github.com/quartet-dev/quartet/internal/yamldoc"
)

var three = []string{"quartet-content", "quartet-develop", "quartet-operate"}

// names are those of all files of the skills.
func names(t *testing.T) (all []string) {
	t.Helper()
	err := fs.WalkDir(skills.Files(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			all = append(all, name)
		}
		return err
	})
	if err != nil || len(all) < len(three) {
		t.Fatalf("%v: %v", all, err)
	}
	return all
}

func text(t *testing.T, name string) string {
	t.Helper()
	text, err := fs.ReadFile(skills.Files(), name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The rules of the Agent Skills format: the name is that of the folder, the
// description fits and says when to use the skill, and SKILL.md is short.
func TestEverySkillHasTheFormat(t *testing.T) {
	if diff := cmp.Diff(three, skills.Names()); diff != "" {
		t.Fatal(diff)
	}
	slug := regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	for _, name := range skills.Names() {
		whole := text(t, name+"/SKILL.md")
		parts := strings.SplitN(whole, "---\n", 3)
		if len(parts) != 3 || parts[0] != "" {
			t.Fatalf("%s does not begin with front matter", name)
		}
		if _, problems := yamldoc.Parse(name, []byte(parts[1])); problems.HasErrors() {
			t.Fatalf("%s: %v", name, problems)
		}
		said := frontMatter(t, parts[1])
		if said["name"] != name || !slug.MatchString(name) || len(name) > 64 {
			t.Errorf("%s is called %q", name, said["name"])
		}
		if about := said["description"]; len(about) > 1024 || !strings.Contains(about, "Use when") || strings.ContainsAny(about, "<>") {
			t.Errorf("%s: a description of %d bytes: %s", name, len(about), about)
		}
		if lines := strings.Count(whole, "\n"); lines > 500 {
			t.Errorf("%s has %d lines, and an agent reads all of them", name, lines)
		}
	}
}

// frontMatter is read as agents read it that know a line a key alone.
func frontMatter(t *testing.T, matter string) map[string]string {
	t.Helper()
	said := map[string]string{}
	for line := range strings.Lines(matter) {
		key, value, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok || strings.Contains(value, ": ") {
			t.Fatalf("%q is not a key and a plain value", line)
		}
		said[key] = value
	}
	return said
}

var link = regexp.MustCompile(`\]\(([^)]+)\)`)

// Every link leads to a file of the same skill, and SKILL.md leads to every file.
func TestLinksLeadWithinTheSkill(t *testing.T) {
	linked := map[string]bool{}
	for _, name := range names(t) {
		for _, m := range link.FindAllStringSubmatch(text(t, name), -1) {
			if m[1] == "media:<id>" {
				continue
			}
			to := path.Join(path.Dir(name), m[1])
			if skill, _, _ := strings.Cut(name, "/"); !slices.Contains(names(t), to) || !strings.HasPrefix(to, skill+"/") {
				t.Errorf("%s leads to %s", name, m[1])
			}
			if path.Base(name) == "SKILL.md" {
				linked[to] = true
			}
		}
	}
	for _, name := range names(t) {
		if path.Base(name) != "SKILL.md" && !linked[name] {
			t.Errorf("no SKILL.md leads to %s", name)
		}
	}
}

var code = regexp.MustCompile("`([A-Z]+(?:_[A-Z]+)+)`")

// What stands in the prose as a code is one. The rest are variables.
func TestCodesExist(t *testing.T) {
	variables := []string{
		"PUBLIC_ORIGIN", "AUTH_SECRET", "AUTH_SECRET_PREVIOUS", "DATABASE_URL", "MEDIA_URL", "MAIL_URL", "CDN_TOKEN",
		"AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "OTEL_EXPORTER_OTLP_ENDPOINT",
	}
	found := 0
	for _, name := range names(t) {
		for _, m := range code.FindAllStringSubmatch(text(t, name), -1) {
			if slices.Contains(variables, m[1]) {
				continue
			}
			found++
			if _, known := diag.Lookup(diag.Code(m[1])); !known {
				t.Errorf("%s names the code %s", name, m[1])
			}
		}
	}
	if found < 40 {
		t.Errorf("%d codes were found", found)
	}
}

// project is a folder with a skill of somebody else in both layouts.
func project(t *testing.T) (*os.Root, string) {
	t.Helper()
	dir := t.TempDir()
	for _, layout := range skills.Layouts() {
		write(t, dir, layout+"/brew/SKILL.md", "theirs")
		write(t, dir, layout+"/quartet-notes.md", "theirs")
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = root.Close() })
	return root, dir
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func wantDrift(t *testing.T, root *os.Root, want ...skills.Kind) {
	t.Helper()
	found, err := skills.Compare(root)
	if err != nil {
		t.Fatal(err)
	}
	kinds := make([]skills.Kind, len(found))
	for i, each := range found {
		kinds[i] = each.Kind
	}
	if !slices.Equal(kinds, want) {
		t.Errorf("found %v, want %v", found, want)
	}
}

// Every file is the same, byte for byte, in both layouts, and nothing else is
// touched.
func TestCopiesAreTheSameBytes(t *testing.T) {
	root, dir := project(t)
	found, err := skills.Copy(root)
	if err != nil || len(found) != 2*len(names(t)) {
		t.Fatalf("%d files: %v", len(found), err)
	}
	for _, layout := range skills.Layouts() {
		for _, name := range names(t) {
			if has, err := root.ReadFile(layout + "/" + name); err != nil || string(has) != text(t, name) {
				t.Errorf("%s/%s: %v", layout, name, err)
			}
		}
		for _, name := range []string{"/brew/SKILL.md", "/quartet-notes.md"} {
			if has, err := os.ReadFile(filepath.Join(dir, layout+name)); err != nil || string(has) != "theirs" {
				t.Errorf("%s%s is %q: %v", layout, name, has, err)
			}
		}
	}
	wantDrift(t, root)
}

// One byte is found in any file of either layout, and mended.
func TestOneChangedByteIsFound(t *testing.T) {
	root, dir := project(t)
	if _, err := skills.Copy(root); err != nil {
		t.Fatal(err)
	}
	for _, layout := range skills.Layouts() {
		for _, name := range names(t) {
			changed := []byte(text(t, name))
			changed[len(changed)/2] ^= 1
			write(t, dir, layout+"/"+name, string(changed))
			wantDrift(t, root, skills.Changed)
			if found, err := skills.Copy(root); err != nil || len(found) != 1 || found[0].Path != layout+"/"+name {
				t.Errorf("%v: %v", found, err)
			}
			wantDrift(t, root)
		}
	}
}

// Decision 186: what a version no longer has is stale in the folder of a skill, and
// goes; a file that is gone is missing, and comes back.
func TestStaleAndMissingFiles(t *testing.T) {
	root, dir := project(t)
	if _, err := skills.Copy(root); err != nil {
		t.Fatal(err)
	}
	write(t, dir, ".agents/skills/quartet-develop/references/old.md", "old")
	if err := root.Remove(".claude/skills/quartet-operate/SKILL.md"); err != nil {
		t.Fatal(err)
	}
	wantDrift(t, root, skills.Stale, skills.Missing)
	if _, err := skills.Copy(root); err != nil {
		t.Fatal(err)
	}
	wantDrift(t, root)
	if _, err := root.Stat(".agents/skills/quartet-develop/references/old.md"); err == nil {
		t.Error("the stale file is there")
	}
}

// A project may have one layout alone, and the other as a link to it; a link out of
// the project is not followed.
func TestLinksBetweenLayouts(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, ".agents/skills/brew/SKILL.md", "theirs")
	if err := os.Symlink(".agents", filepath.Join(dir, ".claude")); err != nil {
		t.Skip(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if _, err := skills.Copy(root); err != nil {
		t.Fatal(err)
	}
	wantDrift(t, root)
	outside := t.TempDir()
	if err := root.Remove(".claude"); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(dir, ".claude")); err != nil {
		t.Fatal(err)
	}
	if _, err := skills.Copy(root); err == nil {
		t.Error("a link out of the project was followed")
	}
	if left, err := os.ReadDir(outside); err != nil || len(left) > 0 {
		t.Errorf("outside there is %v: %v", left, err)
	}
}
