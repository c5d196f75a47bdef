package cli

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/quartet-dev/quartet/internal/app"
)

func commandsPage(t *testing.T, b *strings.Builder) {
	addLine(b, "# Commands")
	addLine(b, "")
	addLine(b, "Every command of `quartet` and `quartet-harness` with its flags. This page is made of the code, and says what `--help` says.")
	addLine(b, "[operating.md](operating.md#commands) has the exit codes, and more about some of them.")
	addLine(b, "")
	addLine(b, "Every command also takes `--help`. Flags stand anywhere behind the name of the command; `--flag value` and `--flag=value` are the same.")
	for _, each := range []commandLine{programOf(app.Options{}), harnessLine()} {
		parser, err := each.parser(t.Context(), nil, &terminal{name: each.name}, func(int) {})
		if err != nil {
			t.Fatal(err)
		}
		commandsBelow(b, parser.Model.Node, each.name)
	}
}

// commandsBelow writes each command that can be run.
func commandsBelow(b *strings.Builder, node *kong.Node, name string) {
	for _, child := range node.Children {
		if child.Hidden {
			continue
		}
		if path := name + " " + child.Name; child.Leaf() {
			oneCommand(b, child, path)
		} else {
			group(b, child, path)
			commandsBelow(b, child, path)
		}
	}
}

// group is a command whose parts are commands.
func group(b *strings.Builder, node *kong.Node, name string) {
	addLine(b, "\n## %s", name)
	addLine(b, "\n%s", node.Help)
	details(b, node.Detail)
}

func oneCommand(b *strings.Builder, node *kong.Node, name string) {
	addLine(b, "\n%s %s", heading(name), name)
	addLine(b, "\n%s", node.Help)
	usage := name
	for _, each := range node.Positional {
		shown := cmp.Or(each.Tag.PlaceHolder, strings.ToUpper(each.Name))
		if !each.Required {
			shown = "[" + shown + "]"
		}
		usage += " " + shown
	}
	addLine(b, "\n```\n%s [flags]\n```", usage)
	details(b, node.Detail)
	flags(b, node)
}

// heading is one deeper for a part of a command.
func heading(name string) string {
	if strings.Count(name, " ") > 1 {
		return "###"
	}
	return "##"
}

// details are the paragraphs of the help; an indented one is a block.
func details(b *strings.Builder, text string) {
	for paragraph := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		switch {
		case paragraph == "":
		case strings.HasPrefix(paragraph, "    "):
			addLine(b, "\n```\n%s\n```", strings.TrimPrefix(strings.ReplaceAll(paragraph, "\n    ", "\n"), "    "))
		default:
			addLine(b, "\n%s", escaped(paragraph))
		}
	}
}

// escaped is text of a terminal as Markdown: what looks like a tag or a glob is text.
func escaped(text string) string {
	return strings.NewReplacer("<", `\<`, "*", `\*`).Replace(text)
}

func flags(b *strings.Builder, node *kong.Node) {
	var rows []string
	for _, each := range node.Positional {
		rows = append(rows, fmt.Sprintf("| `%s` | %s |", cell(cmp.Or(each.Tag.PlaceHolder, strings.ToUpper(each.Name))), cell(escaped(each.Help))))
	}
	for _, flag := range node.Flags {
		if flag.Hidden || flag.Name == "help" || flag.Name == "version" && flag.IsBool() { // every command has these
			continue
		}
		shown := "--" + flag.Name
		if flag.Short != 0 {
			shown = "-" + string(flag.Short) + ", " + shown
		}
		if !flag.IsBool() {
			shown += " " + cmp.Or(flag.PlaceHolder, strings.ToUpper(flag.Name))
		}
		rows = append(rows, fmt.Sprintf("| `%s` | %s |", cell(shown), cell(escaped(flag.Help))))
	}
	if len(rows) > 0 {
		addLine(b, "\n| flag or argument | meaning |\n|---|---|\n%s", strings.Join(rows, "\n"))
	}
}
