-- When jobs ran (decision 177): what waited while the service was off is not judged by that time.

-- CreateTable
CREATE TABLE "uptimes" (
    "id" SERIAL NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "uptimes_pkey" PRIMARY KEY ("id")
);
