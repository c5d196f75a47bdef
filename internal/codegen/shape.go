package codegen

// Kind is what a value is.
type Kind uint8

// The kinds of shapes.
const (
	Any       Kind = iota // any JSON value
	Null                  // null
	Boolean               // true or false
	Integer               // a whole number of 64 bits
	Number                // a number
	String                // a text
	Literal               // one of Values
	Array                 // a list of Items
	Object                // Fields, and others that fit Rest
	Union                 // at least one of Of
	Both                  // all of Of
	Reference             // the Definition with the key Definition
)

// Shape is the form of a JSON value. It promises no more than the JSON Schema
// that it was read from: a value that the schema admits has the shape, while the
// shape may admit values that the schema refuses (patterns, bounds, formats).
type Shape struct {
	Kind Kind
	Words

	Values     []any    // Literal: JSON values, at least one
	Items      *Shape   // Array
	Fields     []Field  // Object, by name
	Rest       *Shape   // Object: what other members are; nil where there are none
	Of         []*Shape // Union, Both: at least two
	Definition string   // Reference

	Format string // of a String, as declared
	Hint   string // x-mcp-hint
	Refers string // x-service-ref: the Schema, or media_assets, that the value names
}

// Field is a member of an object.
type Field struct {
	Name     string
	Shape    *Shape
	Required bool // the member is there
	Stamped  bool // the server stamps it (x-service-bind): no caller writes it
}

// Nullable reports whether null has the shape. It does not follow references.
func (s *Shape) Nullable() bool {
	switch s.Kind {
	case Any, Null:
		return true
	case Literal:
		return hasNull(s.Values)
	case Union:
		for _, each := range s.Of {
			if each.Nullable() {
				return true
			}
		}
	case Both:
		for _, each := range s.Of {
			if !each.Nullable() {
				return false
			}
		}
		return true
	}
	return false
}

// WithoutNull is the shape of the values that are not null, with the same
// words; nil where null is all there is.
func (s *Shape) WithoutNull() *Shape {
	switch s.Kind {
	case Null:
		return nil
	case Literal:
		return s.withoutNullValue()
	case Union:
		return s.withoutNullOption()
	}
	return s
}

func (s *Shape) withoutNullValue() *Shape {
	if !hasNull(s.Values) {
		return s
	}
	out := *s
	out.Values = nil
	for _, each := range s.Values {
		if each != nil {
			out.Values = append(out.Values, each)
		}
	}
	if len(out.Values) == 0 {
		return nil
	}
	return &out
}

func (s *Shape) withoutNullOption() *Shape {
	var rest []*Shape
	for _, each := range s.Of {
		if left := each.WithoutNull(); left != nil {
			rest = append(rest, left)
		}
	}
	switch len(rest) {
	case 0:
		return nil
	case 1:
		return rest[0].described(s.Words)
	}
	out := *s
	out.Of = rest
	return &out
}

// described is the shape with the words, where it has none of its own.
func (s *Shape) described(words Words) *Shape {
	if words == (Words{}) || s.Words == words {
		return s
	}
	out := *s
	if out.Title == "" {
		out.Title = words.Title
	}
	if out.Description == "" {
		out.Description = words.Description
	}
	return &out
}

// orNull lets null in.
func (s *Shape) orNull() *Shape {
	if s.Nullable() {
		return s
	}
	options := []*Shape{s}
	if s.Kind == Union {
		options = append([]*Shape(nil), s.Of...)
	}
	return &Shape{Kind: Union, Words: s.Words, Of: append(options, &Shape{Kind: Null})}
}

func hasNull(values []any) bool {
	for _, each := range values {
		if each == nil {
			return true
		}
	}
	return false
}
