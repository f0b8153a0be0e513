/** The same tree of keys with any texts: a catalogue in another language. A missing or surplus key is a type error. */
export type Twin<Catalogue> = {
  readonly [Key in keyof Catalogue]: Catalogue[Key] extends string ? string : Twin<Catalogue[Key]>
}
