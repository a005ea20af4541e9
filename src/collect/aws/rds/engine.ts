/** RDS lists the databases of three services: RDS, DocumentDB, and Neptune. The engine shows which. */

type OfEngine = { readonly Engine?: string | undefined }

export const isDocumentDb = ({ Engine }: OfEngine): boolean => Engine === 'docdb'
export const isNeptune = ({ Engine }: OfEngine): boolean => Engine === 'neptune'
export const isRds = (database: OfEngine): boolean => !isDocumentDb(database) && !isNeptune(database)
