package e2e_test

import _ "embed"

// lending is what the tutorial lends and takes back, with an operation of each way to
// name the entry by its id.
var lending = files{"manifests/lending.yaml": loans}

//go:embed admin/lending.yaml
var loans string
