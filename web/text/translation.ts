/** The same tree of keys with any texts: a catalogue in another language. A missing or surplus key is a type error. */
export type Translation<Catalogue> = {
  readonly [Key in keyof Catalogue]: Catalogue[Key] extends string ? string : Translation<Catalogue[Key]>
}
