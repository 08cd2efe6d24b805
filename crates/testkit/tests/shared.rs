//! The optional folder of known answers, if this machine has it: the loaders, and the oracles on what is small there.

use quadrille_testkit::{SudokuPuzzle, dlx, oracle, shared, sudoku_oracle, to_line};

#[test]
fn small_instances_of_the_folder_agree_with_the_oracle() {
    let Some(folder) = shared::data_folder_or_skip("small instances of the folder") else {
        return;
    };
    let rows = shared::counts(&folder).unwrap();
    assert!(rows.len() > 50, "{} rows", rows.len());
    let mut compared = 0;
    for row in &rows {
        let instance =
            dlx::parse(&row.contents).unwrap_or_else(|fault| panic!("{}: {fault:?}", row.file));
        if instance.options.len() <= 28 {
            assert_eq!(oracle::count(&instance), Ok(row.count), "{}", row.file);
            compared += 1;
        }
    }
    assert!(compared >= 20, "only {compared} instances are small");
}

#[test]
fn cheapest_costs_of_the_folder_agree_with_the_oracle() {
    let Some(folder) = shared::data_folder_or_skip("cheapest costs of the folder") else {
        return;
    };
    let mut compared = 0;
    for row in shared::costs(&folder).unwrap() {
        let instance =
            dlx::parse(&row.contents).unwrap_or_else(|fault| panic!("{}: {fault:?}", row.file));
        if instance.options.len() <= 28 {
            let cheapest = oracle::cheapest_costs(&instance, 1).unwrap();
            assert_eq!(cheapest.first().copied(), row.cheapest.map(u128::from), "{}", row.file);
            assert_eq!(oracle::count(&instance).ok(), row.count, "{}", row.file);
            compared += 1;
        }
    }
    assert!(compared >= 2, "only {compared} instances are small");
}

#[test]
fn sudoku_rows_of_the_folder_agree_with_the_oracle() {
    let Some(folder) = shared::data_folder_or_skip("sudoku rows of the folder") else {
        return;
    };
    let rows = shared::classic(&folder).unwrap();
    let small = rows.iter().filter(|row| row.count <= 200);
    let mut compared = 0;
    for row in small {
        let puzzle = SudokuPuzzle::parse(3, 3, &row.puzzle).unwrap();
        if let Some(found) = sudoku_oracle::fewest_first(9, 3, 3, &puzzle.givens, 201, 20_000) {
            assert_eq!(found.len() as u64, row.count, "{}", row.id);
            if let Some(listed) = &row.solutions {
                assert_eq!(
                    &found.iter().map(|grid| to_line(grid)).collect::<Vec<_>>(),
                    listed,
                    "{}",
                    row.id
                );
            }
            compared += 1;
        }
    }
    assert!(compared >= 50, "only {compared} puzzles are easy");
}

#[test]
fn the_other_files_of_the_folder_can_be_read() {
    let Some(folder) = shared::data_folder_or_skip("other files of the folder") else {
        return;
    };
    for row in shared::sizes(&folder).unwrap() {
        let [rows, columns] = row.shape;
        assert_eq!(rows * columns, row.size, "{}", row.id);
        assert_eq!(row.puzzle.split_whitespace().count(), row.size * row.size, "{}", row.id);
    }
    let reports = shared::reports(&folder).unwrap();
    assert!(reports.iter().any(|row| row.rows.is_some() && row.solutions_row_sets.is_some()));
    assert!(reports.iter().any(|row| row.record.is_some()));
    let lists = shared::speed(&folder).unwrap();
    assert!(lists.iter().any(|list| list.counts.is_some()));
    for list in lists {
        assert!(list.puzzles.iter().all(|puzzle| puzzle.len() == 81), "{}", list.file);
        assert!(
            list.counts.is_none_or(|counts| counts.len() == list.puzzles.len()),
            "{}",
            list.file
        );
    }
}
