// Package typescript prints a model as one TypeScript module: the types of a
// site, and calls of its Views, Procedures and entries over HTTP or in process.
//
// The module depends on nothing, changes nothing when it is imported, and leaves
// out of a bundle what is not used (decision 187). What every module has stands in runtime.ts;
// the rest is printed from the model. Names and words of authors are the only
// text from outside: names are quoted wherever they are no identifiers, and words
// stand in comments that they cannot leave.
package typescript

//go:generate go run ../../../cmd/quartet generate --language ts --manifests ../../../examples/publication/manifests
//go:generate go run ../../../cmd/quartet generate --language ts --manifests ../../../examples/commerce/manifests
//go:generate go run ../../../cmd/quartet generate --manifests ../../../examples/intake/manifests
//go:generate go run ../../../cmd/quartet generate --language ts --manifests ../../../examples/intake-ts/manifests
