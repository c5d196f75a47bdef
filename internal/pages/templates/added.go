package templates

import (
	"reflect"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/lazyregexp"
)

// funcsPath leads the paths of the program's functions in diagnostics.
const funcsPath = "options#/pages/funcs/"

// added is what is wrong with a function of the program's own; nil for nothing.
func added(name string, function any, taken bool) *diag.Diagnostic {
	var problem *diag.Diagnostic
	switch {
	case !funcName.MatchString(name):
		problem = invalid(nil, "No template can call the program's function %q: a name has letters, digits and underscores.", name)
	case taken:
		problem = invalid(nil, "The program's function %q has the name of one that every template has.", name)
	case !isCallable(function):
		problem = invalid(nil, "The program's %q is not a function that returns one result, or a result and an error.", name)
	default:
		return nil
	}
	problem.Path = funcsPath + name
	return problem
}

var funcName = lazyregexp.New(`^[\p{L}_][\p{L}\p{Nd}_]*$`)

// isCallable reports whether the template packages can call a value. They panic at
// one that they cannot.
func isCallable(function any) bool {
	v := reflect.ValueOf(function)
	if v.Kind() != reflect.Func || v.IsNil() {
		return false
	}
	t := v.Type()
	return t.NumOut() == 1 || t.NumOut() == 2 && t.Out(1) == reflect.TypeFor[error]()
}
