// Package delivery is the HTTP surface of media: what readers load, what uploads
// send, and what front ends ask of assets.
//
//	GET  /media/<id>/<version>/<name>   the bytes of a variant or rendition
//	GET  /media/assets?id=…&id=…        the public shape of up to 100 assets
//	PUT  /media/uploads/<capability>    the bytes of an announced variant
//	HEAD /media/uploads/<capability>    how many of them have come
package delivery
