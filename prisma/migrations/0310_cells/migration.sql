-- Accounts live in cells, each a whole installation (decision 153). cells and cell_names are the directory: home writes them and every cell
-- has a copy. this_cell says which cell a database is of; it has a row once there is more than one.
CREATE TABLE "cells" (
    "number" SMALLINT NOT NULL,
    "name" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "cells_pkey" PRIMARY KEY ("number"),
    CONSTRAINT "cells_number_check" CHECK ("number" between 1 and 100)
);
CREATE UNIQUE INDEX "cells_name_key" ON "cells"("name");

-- What lives elsewhere than at home: the public id of a key, a shop's slug, its own domain, the e-mail address of a person.
CREATE TABLE "cell_names" (
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "cell" SMALLINT NOT NULL,

    CONSTRAINT "cell_names_pkey" PRIMARY KEY ("kind","name"),
    CONSTRAINT "cell_names_kind_check" CHECK ("kind" in ('key', 'slug', 'domain', 'person'))
);
CREATE INDEX "cell_names_cell_idx" ON "cell_names"("cell");
ALTER TABLE "cell_names" ADD CONSTRAINT "cell_names_cell_fkey" FOREIGN KEY ("cell") REFERENCES "cells"("number") ON DELETE RESTRICT ON UPDATE CASCADE;

CREATE TABLE "this_cell" (
    "number" SMALLINT NOT NULL,

    CONSTRAINT "this_cell_pkey" PRIMARY KEY ("number"),
    CONSTRAINT "this_cell_number_check" CHECK ("number" between 1 and 100)
);
CREATE UNIQUE INDEX "this_cell_one" ON "this_cell" ((true));
