-- A database that is a cell says of which installation: home draws the number, here or with its first cell, and each cell has it from its
-- creation. Other cells of before get it when svc cell create is run for them again.
ALTER TABLE "this_cell" ADD COLUMN "installation" UUID;
update this_cell set installation = gen_random_uuid() where number = 1;
