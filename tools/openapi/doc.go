// Package openapi requires what generated clients import.
package openapi

import (
	_ "github.com/oapi-codegen/runtime"       // parameters of requests
	_ "github.com/oapi-codegen/runtime/types" // formats of values
)
