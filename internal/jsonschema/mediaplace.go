package jsonschema

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"

	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

// mediaPlace is what one schema of a document says of values and of what is
// inside them. A value may be at several places at once, through $ref and oneOf.
type mediaPlace struct {
	pointer    string
	id, text   bool          // a string is an asset's id; may hold media:<id>
	also       []*mediaPlace // of the same value
	properties map[string]*mediaPlace
	others     *mediaPlace // of properties without a name
	items      *mediaPlace

	leads    bool          // to an id or a text
	closure  []*mediaPlace // itself and also, as far as they lead
	elements []*mediaPlace // of each element of a list
}

// property is where the value of a property is.
func (p *mediaPlace) property(name string) []*mediaPlace {
	switch named, ok := p.properties[name]; {
	case ok:
		return named.closure
	case p.others != nil:
		return p.others.closure
	}
	return nil
}

// CompileMedia reads where values of doc name media assets, wherever a keyword
// stands: x-service-ref: media_assets and x-mcp-hint: media… say that a string,
// or each string of a list, is an asset's id; the hints markdown and richtext,
// that it may hold media:<id>. It is nil where doc says nothing of the kind
// (decision 165).
func CompileMedia(doc map[string]any) *Media {
	c := mediaCompiler{doc: doc, places: map[string]*mediaPlace{}}
	root := c.place(doc, "")
	c.findLeads()
	if !root.leads {
		return nil
	}
	for _, p := range c.places {
		p.closure = p.closed(nil)
	}
	for _, p := range c.places {
		p.elements = p.elementsOf()
	}
	return &Media{root.closure, c.fingerprint()}
}

type mediaCompiler struct {
	doc    map[string]any
	places map[string]*mediaPlace // by pointer into doc
}

// place is made once for each schema, because schemas may contain themselves.
func (c *mediaCompiler) place(schema map[string]any, pointer string) *mediaPlace {
	if known := c.places[pointer]; known != nil {
		return known
	}
	hint, _ := schema["x-mcp-hint"].(string)
	p := &mediaPlace{
		pointer: pointer, properties: map[string]*mediaPlace{},
		id: isMediaRef(schema) || MediaHint(schema) != "", text: hint == "markdown" || hint == "richtext",
	}
	c.places[pointer] = p
	for _, each := range subschemas(schema, pointer) {
		inner := c.place(each.schema, each.pointer)
		switch each.pointer {
		case pointer + jsonvalue.Pointer("properties", each.property):
			p.properties[each.property] = inner
		case pointer + "/items":
			p.items = inner
		case pointer + "/additionalProperties":
			p.others = inner
		default:
			p.also = append(p.also, inner) // of oneOf
		}
	}
	ref, _ := schema["$ref"].(string)
	if name, ok := definitionName(ref); ok {
		p.also = append(p.also, c.place(Definition(c.doc, ref), jsonvalue.Pointer("$defs", name)))
	}
	return p
}

// findLeads goes back from the places that hold ids and texts.
func (c *mediaCompiler) findLeads() {
	from := map[*mediaPlace][]*mediaPlace{}
	var fresh []*mediaPlace
	for _, p := range c.places {
		for _, to := range p.next() {
			from[to] = append(from[to], p)
		}
		if p.id || p.text {
			fresh = append(fresh, p)
		}
	}
	for len(fresh) > 0 {
		p := fresh[len(fresh)-1]
		fresh = fresh[:len(fresh)-1]
		if !p.leads {
			p.leads = true
			fresh = append(fresh, from[p]...)
		}
	}
}

// next are the places that a value may be at, or what is inside it.
func (p *mediaPlace) next() []*mediaPlace {
	next := append(slices.Collect(maps.Values(p.properties)), p.also...)
	for _, each := range []*mediaPlace{p.others, p.items} {
		if each != nil {
			next = append(next, each)
		}
	}
	return next
}

func (p *mediaPlace) closed(found []*mediaPlace) []*mediaPlace {
	if !p.leads || slices.Contains(found, p) {
		return found
	}
	found = append(found, p)
	for _, each := range p.also {
		found = each.closed(found)
	}
	return found
}

// elementsOf are what items says and, in a list of ids or texts, one of those.
func (p *mediaPlace) elementsOf() (elements []*mediaPlace) {
	if p.items != nil {
		elements = p.items.closure
	}
	if p.id || p.text {
		element := &mediaPlace{id: p.id, text: p.text}
		element.elements = []*mediaPlace{element}
		elements = union(element.elements, elements)
	}
	return elements
}

// mediaMeaning is another one when a program finds other assets by the same
// places than the one before it.
const mediaMeaning = "1"

// fingerprint is of the places that lead to assets, and of the way to them.
func (c *mediaCompiler) fingerprint() string {
	sum := sha256.New()
	fmt.Fprintln(sum, mediaMeaning)
	for _, pointer := range slices.Sorted(maps.Keys(c.places)) {
		p := c.places[pointer]
		if !p.leads {
			continue
		}
		fmt.Fprintf(sum, "%q %t %t", pointer, p.id, p.text)
		for _, each := range p.also {
			fmt.Fprintf(sum, " %q", each.pointer)
		}
		if p.others != nil && p.others.leads {
			fmt.Fprintf(sum, " %q", slices.Sorted(maps.Keys(p.properties)))
		}
		fmt.Fprintln(sum)
	}
	return hex.EncodeToString(sum.Sum(nil))
}
