package metrics

import (
	"bytes"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// family is a metric: a name, what it means, what kind of value it has, and the
// names of its labels (decision 136).
type family struct {
	name, help, kind string
	labels           []string
}

func gauge(name, help string, labels ...string) family {
	return family{name, help, "gauge", labels}
}

func counter(name, help string, labels ...string) family {
	return family{name, help, "counter", labels}
}

// page is the answer to one scrape, in version 0.0.4 of Prometheus' text format: the
// lines of each family, by its name.
type page map[string]*bytes.Buffer

// add adds one value of a family, with the values of its labels in their order.
func (p page) add(f family, value float64, labels ...string) {
	p.line(f, "", value, f.labels, labels)
}

// line writes one sample. What a histogram or a summary is made of has a suffix, or a
// label more than the family.
func (p page) line(f family, suffix string, value float64, names, values []string) {
	lines := p[f.name]
	if lines == nil {
		lines = bytes.NewBufferString("# HELP " + f.name + " " + f.help + "\n# TYPE " + f.name + " " + f.kind + "\n")
		p[f.name] = lines
	}
	lines.WriteString(f.name + suffix)
	for i, name := range names {
		lines.WriteString(separator(i) + name + `="` + escaped.Replace(values[i]) + `"`)
	}
	if len(names) > 0 {
		lines.WriteByte('}')
	}
	lines.WriteString(" " + number(value) + "\n")
}

func separator(i int) string {
	if i == 0 {
		return "{"
	}
	return ","
}

var escaped = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

// number is a value as the format has it, infinity as +Inf.
func number(value float64) string { return strconv.FormatFloat(value, 'g', -1, 64) }

// WriteTo implements io.WriterTo: one family after the other, by name.
func (p page) WriteTo(w io.Writer) (written int64, err error) {
	for _, name := range slices.Sorted(maps.Keys(p)) {
		n, err := p[name].WriteTo(w)
		written += n
		if err != nil {
			return written, err
		}
	}
	return written, nil
}
