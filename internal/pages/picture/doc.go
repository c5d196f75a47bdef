// Package picture writes a file of the media library as HTML: a picture in the
// formats and widths from which a browser takes what fits, a video, a sound, or a
// link to anything else.
//
// A picture always has its width and height, so that no page jumps while it
// loads.
package picture
