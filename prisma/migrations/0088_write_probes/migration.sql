-- Whether the database can be written to is seen by writing to it.

-- CreateTable
CREATE TABLE "write_probes" (
    "id" INTEGER NOT NULL,
    "written_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "write_probes_pkey" PRIMARY KEY ("id")
);
