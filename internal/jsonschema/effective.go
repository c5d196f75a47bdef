package jsonschema

import "maps"

// Effective is what schema says of a value itself: its keywords, and behind them
// those of the definitions that its $ref leads to. Of a keyword that is said
// twice the nearer one is meant. It is for those who read keywords, such as
// x-service-ref or enum; whether a value fits is for the compiled schema to say,
// where all of them count. The result may share values with doc; callers must
// not change it.
func Effective(doc, schema map[string]any) map[string]any {
	if schema["$ref"] == nil {
		return schema
	}
	found := make(map[string]any, len(schema))
	followed := make(map[string]bool)
	for schema != nil {
		for key, v := range schema {
			if _, nearer := found[key]; !nearer && supported[key] != nil {
				found[key] = v
			}
		}
		ref, _ := schema["$ref"].(string)
		if followed[ref] {
			break // a circle, which Check reports
		}
		followed[ref] = true
		schema = Definition(doc, ref)
	}
	delete(found, "$ref")
	return found
}

// EffectiveProperties are the properties of doc's root, each as Effective gives
// it. One that is no schema is left out.
func EffectiveProperties(doc map[string]any) map[string]map[string]any {
	declared, _ := doc["properties"].(map[string]any)
	all := make(map[string]map[string]any, len(declared))
	for name, each := range maps.All(declared) {
		if schema, ok := each.(map[string]any); ok {
			all[name] = Effective(doc, schema)
		}
	}
	return all
}
