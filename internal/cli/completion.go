package cli

import (
	"embed"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

//go:embed completion
var completionScripts embed.FS

// completion prints what makes a shell complete commands and flags.
type completion struct {
	Shell string `arg:"" enum:"bash,zsh,fish,powershell" help:"bash, zsh, fish or powershell." placeholder:"bash|zsh|fish|powershell"`
}

func (completion) Help() string {
	return `Prints a script that completes commands, flags and their values. The script asks this program for them, so it needs no update with it.

Examples:

    source <(quartet completion bash)            # in ~/.bashrc
    source <(quartet completion zsh)             # in ~/.zshrc, after compinit
    quartet completion fish | source             # in ~/.config/fish/config.fish
    quartet completion powershell | Out-String | Invoke-Expression    # in $PROFILE`
}

func (c completion) Run(t *terminal) error {
	script, err := completionScripts.ReadFile("completion/" + c.Shell)
	if err != nil {
		return err
	}
	_, err = io.WriteString(t.stdout, strings.ReplaceAll(string(script), "PROGRAM", t.name))
	return err
}

// complete answers the scripts: the words of a command line behind the name of the program,
// the last one being typed. It prints candidates for that word, one a line with a
// tab before what is said of it, and nothing where a file is wanted.
type complete struct {
	Words []string `arg:"" optional:""`
}

func (c complete) Run(t *terminal, parsed *kong.Context) error {
	words := c.Words
	if len(words) == 0 {
		words = []string{""}
	}
	before, typed := words[:len(words)-1], strings.TrimSpace(words[len(words)-1]) // PowerShell has a space for nothing
	for _, each := range candidates(parsed.Model.Node, before, typed) {
		if strings.HasPrefix(each.word, typed) {
			fmt.Fprintf(t.stdout, "%s\t%s\n", each.word, each.help)
		}
	}
	return nil
}

type candidate struct{ word, help string }

// candidates are what may stand behind the words before, a value, a flag or a command.
func candidates(node *kong.Node, before []string, typed string) []candidate {
	var flags []*kong.Flag
	last := ""
	for _, word := range before {
		last = word
		flags = append(flags, node.Flags...)
		if next := childOf(node, word); next != nil {
			node = next
		}
	}
	flags = append(flags, node.Flags...)
	if at := slices.IndexFunc(flags, func(f *kong.Flag) bool { return "--"+f.Name == last && !f.IsBool() }); at >= 0 {
		return valuesOf(flags[at].Value)
	}
	if strings.HasPrefix(typed, "-") {
		return namesOf(flags)
	}
	if node.Leaf() {
		return valuesOfFirst(node.Positional)
	}
	return commandsOf(node)
}

func childOf(node *kong.Node, word string) *kong.Node {
	for _, child := range node.Children {
		if child.Name == word {
			return child
		}
	}
	return nil
}

func commandsOf(node *kong.Node) (found []candidate) {
	for _, child := range node.Children {
		if !child.Hidden {
			found = append(found, candidate{child.Name, child.Help})
		}
	}
	return found
}

func namesOf(flags []*kong.Flag) (found []candidate) {
	for _, f := range flags {
		if each := (candidate{"--" + f.Name, f.Help}); !f.Hidden && !slices.Contains(found, each) {
			found = append(found, each)
		}
	}
	return found
}

// valuesOf are those that a placeholder such as json|text lists; none for a file.
func valuesOf(value *kong.Value) (found []candidate) {
	values := strings.Split(value.Tag.PlaceHolder, "|")
	if len(values) == 1 {
		return nil
	}
	for _, each := range values {
		found = append(found, candidate{word: each})
	}
	return found
}

func valuesOfFirst(arguments []*kong.Positional) []candidate {
	if len(arguments) == 0 {
		return nil
	}
	return valuesOf(arguments[0])
}
