package inspect

import (
	"encoding/xml"
	"hash/fnv"
)

const (
	maxReferences = 10_000    // ids of a document, and references to them
	maxPainted    = 1_000_000 // elements that are painted once all references are followed
)

// references is what paints what: the elements with an id, and who refers to them.
// A few lines of an SVG document can ask a browser to paint 10^9 elements.
type references struct {
	byID  map[uint64]int // the hash of an id to its node, as ids can be long
	nodes []node         // the first is the document itself
	edges []edge
}

// node is an element with an id, and those within that have none.
type node struct {
	elements int64
	first    int   // its first edge, counted from 1
	painted  int64 // what painting it costs; counting while that is found out
}

type edge struct {
	to   uint64 // the hash of an id
	next int
}

const counting = -1

// enter counts an element, and gives the node that it and what is in it belong to.
func (r *references) enter(in int, attributes []xml.Attr) (int, error) {
	if len(r.nodes) == 0 {
		r.nodes, r.byID = make([]node, 1), map[uint64]int{}
	}
	id := idOf(attributes)
	if _, twice := r.byID[hashOf(id)]; id != "" && !twice { // the first one counts, as in browsers
		if err := r.add(in, id); err != nil {
			return 0, err
		}
		in = len(r.nodes)
		r.byID[hashOf(id)] = in
		r.nodes = append(r.nodes, node{})
	}
	r.nodes[in].elements++
	return in, nil
}

func idOf(attributes []xml.Attr) string {
	for _, a := range attributes {
		if a.Name.Local == "id" && (a.Name.Space == "" || a.Name.Space == xmlSpace) {
			return a.Value
		}
	}
	return ""
}

// add notes that a node paints the element with an id.
func (r *references) add(from int, id string) error {
	if len(r.edges) >= 2*maxReferences {
		return tooLarge("An SVG document may have %d ids and references to them", 2*maxReferences)
	}
	r.edges = append(r.edges, edge{hashOf(id), r.nodes[from].first})
	r.nodes[from].first = len(r.edges)
	return nil
}

func hashOf(id string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(id)) // it never fails
	return h.Sum64()
}

// check refuses a document that paints too much, or itself.
func (r *references) check() error {
	_, err := r.count(0, 0)
	return err
}

// count adds up what painting a node costs.
func (r *references) count(at, depth int) (int64, error) {
	n := &r.nodes[at]
	if n.painted == counting || depth > 2*maxSVGDepth {
		return 0, harmful("The SVG document refers to itself in a circle, or too deep")
	}
	if n.painted > 0 {
		return n.painted, nil
	}
	n.painted = counting
	sum := n.elements
	for e := n.first; e > 0; e = r.edges[e-1].next {
		to, found := r.byID[r.edges[e-1].to]
		if !found {
			continue
		}
		cost, err := r.count(to, depth+1)
		if err != nil {
			return 0, err
		}
		if sum += cost; sum > maxPainted {
			return 0, tooLarge("The references of the SVG document paint more than %d elements", maxPainted)
		}
	}
	n.painted = sum
	return sum, nil
}
