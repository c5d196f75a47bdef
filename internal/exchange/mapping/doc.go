// Package mapping turns the records of other programs into entries of a site: which
// field of a record becomes which property of which Schema, as a small YAML document
// says it (decision 217), or, for the usual Schemas of a blog, as their names say
// it.
//
// A reader of a format gives [Record] values, whose fields have names and a few kinds
// of values. A [Mapping] makes one or more entries of each. What a value has to
// become follows from the property's declaration, unless the mapping says it.
package mapping
